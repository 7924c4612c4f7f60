package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What Maven puts on a class path is what the table of the modules says. */
class PomsTest {
  /** Tests run in the folder of their module. */
  private static final Path ROOT = Path.of("").toAbsolutePath().resolveSibling(".").normalize();

  @Test
  void theTableAndTheBuildKnowTheSameModules() throws Exception {
    assertThat(texts(read(ROOT.resolve("pom.xml")).getDocumentElement(), "module"))
        .containsExactlyInAnyOrderElementsOf(
            Modules.names().stream().map(Modules::folder).toList());
  }

  @TestFactory
  Stream<DynamicTest> aPomDeclaresTheImportsOfItsRow() {
    return Modules.names().stream()
        .map(
            module ->
                DynamicTest.dynamicTest(
                    module, () -> assertThat(declared(module)).isEqualTo(Modules.imports(module))));
  }

  private static Set<String> declared(String module) throws Exception {
    Document pom = read(ROOT.resolve(Modules.folder(module)).resolve("pom.xml"));
    Set<String> imports = new TreeSet<>();
    NodeList dependencies = pom.getElementsByTagName("dependency");
    for (int i = 0; i < dependencies.getLength(); i++) {
      Element dependency = (Element) dependencies.item(i);
      boolean ours = texts(dependency, "groupId").equals(List.of("dev.weir"));
      boolean test = texts(dependency, "scope").equals(List.of("test"));
      if (ours && !test) {
        imports.add(Modules.ofArtifact(texts(dependency, "artifactId").getFirst()));
      }
    }
    return imports;
  }

  private static Document read(Path pom) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
  }

  private static List<String> texts(Element parent, String tag) {
    List<String> texts = new ArrayList<>();
    NodeList nodes = parent.getElementsByTagName(tag);
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent().strip());
    }
    return texts;
  }
}
