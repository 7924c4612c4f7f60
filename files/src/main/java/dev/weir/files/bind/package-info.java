/**
 * Binds documents to Java records, strictly: {@link dev.weir.files.bind.DocumentReader} makes a
 * record of a YAML or JSON document, or refuses it with every problem in it ({@link
 * dev.weir.files.InvalidDocument}).
 *
 * <p>A document is described by a record and by nothing else:
 *
 * <pre>{@code
 * @Kind("Fleet")
 * @Doc("A fleet and what happens to it.")
 * record FleetFile(
 *     @Doc("Short name.") @Matches(value = "[a-z0-9-]+", meaning = "a name of lower-case letters, digits and -") String name,
 *     @Doc("How many nodes.") @Range(min = 1, max = 100_000) @Synonyms("replicas") int count,
 *     @Doc("How long it lives.") @Default("1h") Duration life,
 *     @Doc("Queue to use.") Optional<String> queue,
 *     @Doc("What happens, in order.") @NotEmpty List<Step> steps)
 *     implements Checked {
 *
 *   record Step(@Doc("When.") Duration at, @Inline Change change) {}   // {at: 10s, lose: {nodes: 3}}
 *
 *   sealed interface Change {}
 *   record Lose(int nodes) implements Change {                          // lose: 3  or  lose: {nodes: 3}
 *     @Shorthand static Lose of(int nodes) { return new Lose(nodes); }
 *   }
 *   record Drain() implements Change {}                                 // drain:
 *
 *   public void check(Findings findings) {
 *     for (int i = 1; i < steps.size(); i++) {
 *       if (steps.get(i).at().compareTo(steps.get(i - 1).at()) < 0) {
 *         findings.report("steps[" + i + "].at", "is before the step in front of it");
 *       }
 *     }
 *   }
 * }
 *
 * Document<FleetFile> document = DocumentReader.of(FleetFile.class).document(path);
 * Findings findings = document.findings();                              // checks against other documents
 * document.value().queue().ifPresent(q -> findings.requireKnown("queue", "queue", q, queueNames));
 * findings.throwIfAny();
 * }</pre>
 *
 * <p>The rules:
 *
 * <ul>
 *   <li>Field names are component names. A field is required unless its component is an Optional,
 *       has a {@link dev.weir.model.doc.Default}, or is a List, Set or Map without {@link
 *       dev.weir.files.bind.NotEmpty} (left out: empty).
 *   <li>Types: String (numbers are taken as they are written), int, long, double, boolean, enums
 *       (kebab-case of the constant), Duration ({@code 2h30m}; never without a unit), Instant (ISO
 *       8601 with zone), Optional, List, Set, Map (order kept), records, sealed interfaces, and
 *       every class with a {@code static T parse(String)}. Further formats: {@link
 *       dev.weir.files.bind.DocumentReader#withFormats}.
 *   <li>A sealed interface is a block with one key, the kebab-case name of the variant (or {@link
 *       dev.weir.files.bind.Variant}): {@code {spread: {level: zone}}}; a variant that needs no
 *       fields is just its name: {@code spread}. With {@link dev.weir.files.bind.Discriminator} a
 *       field names the variant instead; with {@link dev.weir.files.bind.Inline} the key stands
 *       among the fields of the holder.
 *   <li>An IllegalArgumentException or ArithmeticException of a constructor, of {@code parse} or of
 *       a {@link dev.weir.files.bind.Shorthand} is a problem of the document. A message that begins
 *       with the name of a component is reported at that field. A {@link
 *       dev.weir.files.bind.Malformed} adds what was expected and meant.
 *   <li>{@code kind} and {@code version} may stand in every document whose record has a {@link
 *       dev.weir.files.bind.Kind}, and must match.
 * </ul>
 *
 * <p>What a document means (which queues exist, what a cluster holds) does not live here.
 */
@NullMarked
package dev.weir.files.bind;

import org.jspecify.annotations.NullMarked;
