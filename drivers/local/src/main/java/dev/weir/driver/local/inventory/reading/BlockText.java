package dev.weir.driver.local.inventory.reading;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads blocks of {@code key : value} lines, as the long listings of {@code nvidia-smi -q} and
 * {@code npu-smi info -t}. A line without a colon opens a block of the lines that are indented
 * deeper.
 */
public final class BlockText {
  private BlockText() {}

  /** The top, with the keys and blocks of no indentation (or of the smallest) as children. */
  public static Entry read(Output output) {
    Entry top = new Entry("", 1);
    Deque<Entry> open = new ArrayDeque<>();
    Deque<Integer> indents = new ArrayDeque<>();
    open.push(top);
    indents.push(-1);
    int number = 0;
    for (String line : output.lines()) {
      number++;
      String content = line.strip();
      if (content.isEmpty()) {
        continue;
      }
      int indent = line.length() - line.stripLeading().length();
      while (indent <= indents.getFirst()) {
        indents.pop();
        open.pop();
      }
      // " : " rather than ":", for keys and values hold colons of their own (PCI addresses).
      int colon = content.indexOf(" : ");
      boolean empty = colon < 0 && content.endsWith(" :");
      if (colon < 0 && !empty) {
        Entry block = new Entry(content, number);
        open.getFirst().add(block);
        open.push(block);
        indents.push(indent);
      } else {
        int end = empty ? content.length() - 2 : colon;
        String value = empty ? "" : content.substring(colon + 3).strip();
        open.getFirst().add(new Entry(content.substring(0, end).strip(), number, value));
      }
    }
    return top;
  }
}
