package dev.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exit codes of docs/server.md by which whoever starts a server knows what to do. */
@Tag("server")
class ServerExitTest {
  @TempDir Path data;

  @Test
  void aFolderInUseEndsTheSecondAndNotTheFirst() throws Exception {
    try (RealServer first = RealServer.start(data, "cpu:1")) {
      Path log = data.resolveSibling(data.getFileName() + "-second");
      try (RealServer second =
          RealServer.launch(log, "cpu:1", "weir.data=" + data, "weir.port=0")) {
        assertThat(second.exitCode()).as(second.log()).isEqualTo(3);
        assertThat(second.log()).contains("in use by process");
      }
      assertThat(first.client().status().devices()).isEqualTo(1);
    }
  }

  @Test
  void aPortInUseIsToldTheSameWay() throws Exception {
    try (RealServer first = RealServer.start(data.resolve("a"), "cpu:1");
        RealServer second =
            RealServer.launch(data.resolve("b"), "cpu:1", "weir.port=" + first.url().getPort())) {
      assertThat(second.exitCode()).as(second.log()).isEqualTo(3);
    }
  }

  @Test
  void aWrongSettingIsSaidBeforeAnythingStarts() throws Exception {
    try (RealServer server = RealServer.launch(data, "cpu:1", "weir.host=0.0.0.0")) {
      assertThat(server.exitCode()).as(server.log()).isEqualTo(2);
      assertThat(server.log()).contains("weir.tls.certificate");
      assertThat(data.resolve("weir.db")).doesNotExist();
    }
  }
}
