package dev.weir.files.schema;

import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.ClusterFile;
import dev.weir.files.document.JobFile;
import dev.weir.files.document.PolicyFile;
import dev.weir.files.document.QueuesFile;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PublishedPagesTest {
  @Test
  void pagesSayWhatTheRecordsSay() throws IOException {
    PublishedPages.check("job", DocumentReader.of(JobFile.class));
    PublishedPages.check("cluster", DocumentReader.of(ClusterFile.class));
    PublishedPages.check("queues", DocumentReader.of(QueuesFile.class));
    PublishedPages.check("policy", DocumentReader.of(PolicyFile.class));
  }
}
