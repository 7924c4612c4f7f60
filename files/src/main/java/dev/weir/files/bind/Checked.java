package dev.weir.files.bind;

/**
 * A record whose fields must agree with each other. Called once, after the record was made from a
 * document; what one field alone can get wrong belongs to its type or to the record's constructor.
 */
public interface Checked {
  /**
   * Reports what does not agree; fields are named from this record on, such as {@code
   * roles[0].count}.
   */
  void check(Findings findings);
}
