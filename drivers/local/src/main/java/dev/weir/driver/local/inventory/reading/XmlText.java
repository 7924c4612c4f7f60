package dev.weir.driver.local.inventory.reading;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads XML as far as it is well formed. No DTD is looked at and no entity fetched: the outputs of
 * {@code nvidia-smi} name a DTD of the vendor's, and a file is not asked to open other files.
 */
public final class XmlText {
  private static final XMLInputFactory FACTORY = factory();

  private XmlText() {}

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  /**
   * The root, with a child named {@code @name} per attribute. An element that was not closed keeps
   * the children that were, and has no text of its own.
   */
  public static Entry read(Output output, Warnings warnings) {
    Deque<Entry> open = new ArrayDeque<>();
    Entry top = new Entry("", 1);
    open.push(top);
    try {
      XMLStreamReader reader =
          FACTORY.createXMLStreamReader(new StringReader(output.text().stripLeading()));
      var text = new StringBuilder();
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            Entry entry = started(reader);
            open.getFirst().add(entry);
            open.push(entry);
            text.setLength(0);
          }
          case XMLStreamConstants.CHARACTERS -> text.append(reader.getText());
          case XMLStreamConstants.END_ELEMENT -> {
            open.pop().text(text.toString().strip());
            text.setLength(0);
          }
          case XMLStreamConstants.ENTITY_REFERENCE ->
              warnings.add(
                  reader.getLocation().getLineNumber(),
                  openPath(open),
                  "refers to an entity, which is not looked up",
                  "plain text");
          default -> {} // comments, the DOCTYPE line, white space
        }
      }
    } catch (XMLStreamException broken) {
      int line = broken.getLocation() == null ? 0 : broken.getLocation().getLineNumber();
      warnings.add(line, openPath(open), "ends here or is damaged", "well-formed XML to the end");
    }
    return top;
  }

  private static Entry started(XMLStreamReader reader) {
    int line = reader.getLocation().getLineNumber();
    Entry entry = new Entry(reader.getLocalName(), line);
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      entry.add(
          new Entry("@" + reader.getAttributeLocalName(i), line, reader.getAttributeValue(i)));
    }
    return entry;
  }

  private static String openPath(Deque<Entry> open) {
    var path = new StringBuilder();
    open.descendingIterator()
        .forEachRemaining(
            entry -> {
              if (!entry.name().isEmpty()) {
                path.append(path.isEmpty() ? "" : "/").append(entry.name());
              }
            });
    return path.toString();
  }
}
