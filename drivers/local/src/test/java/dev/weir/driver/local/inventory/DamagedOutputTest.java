package dev.weir.driver.local.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.local.inventory.discovery.Interpretation;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.vendor.Format;
import dev.weir.driver.local.inventory.vendor.Formats;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever happens to a text on its way, reading it fails nowhere and makes no device up. */
class DamagedOutputTest {
  private static final List<Corpus.Sample> SAMPLES =
      Corpus.samples().stream().filter(sample -> sample.text().length() < 100_000).toList();

  @Provide
  Arbitrary<Corpus.Sample> samples() {
    return Arbitraries.of(SAMPLES);
  }

  @Property(tries = 600)
  void aCutTextNamesNoOtherDevice(@ForAll("samples") Corpus.Sample sample, @ForAll Random random) {
    Output whole = sample.output();
    Output cut =
        new Output(
            whole.source(), whole.text().substring(0, random.nextInt(1 + whole.text().length())));
    Optional<Format> format = Formats.of(whole);
    if (format.isEmpty()) {
      assertThat(Interpretation.of(cut)).isNotNull();
      return;
    }
    Inventory before = format.get().read(whole);
    Inventory after = format.get().read(cut);
    assertThat(after.devices())
        .allSatisfy(device -> assertThat(device).matches(found -> contained(found, before)));
    assertThat(before.links()).containsAll(after.links());
  }

  /** What is said of the device is what the whole text says of it, or nothing. */
  private static boolean contained(FoundDevice found, Inventory before) {
    Optional<FoundDevice> same = before.device(found.index());
    return same.isPresent()
        && agrees(found.name(), same.get().name())
        && agrees(found.uuid(), same.get().uuid())
        && agrees(found.pci(), same.get().pci())
        && agrees(found.memory(), same.get().memory());
  }

  private static <T> boolean agrees(Optional<T> found, Optional<T> truth) {
    return found.isEmpty() || found.equals(truth);
  }

  @Property(tries = 600)
  void aDamagedTextNamesNoMoreDevices(
      @ForAll("samples") Corpus.Sample sample, @ForAll Random random) {
    byte[] bytes = sample.text().getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0) {
      return;
    }
    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    Output whole = sample.output();
    Output damaged = new Output(whole.source(), new String(bytes, StandardCharsets.UTF_8));
    assertThat(Interpretation.of(damaged)).isNotNull();
    Formats.of(whole)
        .filter(format -> !format.details())
        .ifPresent(
            format ->
                assertThat(format.read(damaged).devices().size())
                    .isLessThanOrEqualTo(format.read(whole).devices().size()));
  }

  @Property(tries = 300)
  void everyFormatEndsOnEveryText(@ForAll("samples") Corpus.Sample sample) {
    for (Format format : Formats.all()) {
      Inventory read = format.read(sample.output());
      assertThat(read.devices()).doesNotHaveDuplicates();
    }
  }
}
