package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Doc;
import java.util.Optional;

/** Independent elements of one job. */
@Doc("Independent jobs that differ in their number: how many, or which numbers.")
public record ArrayFields(
    @Doc("The numbers from 0 to one less than this.")
        @Range(min = 1, max = IndexList.MOST)
        @Synonyms("size")
        Optional<Integer> count,
    @Doc("The numbers themselves, such as 1-9:2,20.") @Synonyms({"index", "tasks"})
        Optional<IndexList> indices,
    @Doc("At most this many run at one time; left out: all that find room.")
        @Range(min = 1, max = IndexList.MOST)
        @Synonyms({"limit", "parallelism", "maxParallel"})
        Optional<Integer> atOnce)
    implements Checked {

  /** The numbers from 0 on. */
  @Shorthand
  static ArrayFields of(@Range(min = 1, max = IndexList.MOST) int count) {
    return new ArrayFields(Optional.of(count), Optional.empty(), Optional.empty());
  }

  @Override
  public void check(Findings findings) {
    if (count.isPresent() == indices.isPresent()) {
      findings.report("", "says which elements there are once", "either count or indices");
    }
  }

  /** The number of each element, ascending. */
  public int[] numbers() {
    return indices.map(IndexList::numbers).orElseGet(() -> IndexList.first(count.orElse(1)));
  }

  /** How many elements there are. */
  public int size() {
    return numbers().length;
  }
}
