package dev.weir.files.catalogue;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.NotEmpty;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.DeviceModel;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Device models by name. Immutable. */
public final class Catalogue {
  /** One data file per vendor, beside this class. */
  private static final List<String> VENDORS = List.of("nvidia", "amd", "huawei");

  private static final Catalogue BUILT_IN = new Catalogue(readBuiltIn());

  private final Map<String, DeviceModel> models;

  private Catalogue(Map<String, DeviceModel> models) {
    this.models = Collections.unmodifiableMap(models);
  }

  /** A catalogue file. */
  @Kind("DeviceCatalogue")
  @Doc("Device models of one vendor.")
  public record CatalogueFile(@Doc("The models.") @NotEmpty List<DeviceModelEntry> models)
      implements Checked {
    @Override
    public void check(Findings findings) {
      var names = new java.util.HashSet<String>();
      for (int i = 0; i < models.size(); i++) {
        if (!names.add(models.get(i).name())) {
          findings.report("models[" + i + "].name", "is declared twice");
        }
      }
    }
  }

  /** The models that Weir knows without being told. */
  public static Catalogue builtIn() {
    return BUILT_IN;
  }

  /** This catalogue and more models; one of the same name replaces the former. */
  public Catalogue with(Collection<DeviceModel> more) {
    var all = new LinkedHashMap<>(models);
    more.forEach(model -> all.put(model.name(), model));
    return new Catalogue(all);
  }

  /** The model of that name. */
  public Optional<DeviceModel> model(String name) {
    return Optional.ofNullable(models.get(name));
  }

  /** The names, in the order of the files. */
  public Set<String> names() {
    return models.keySet();
  }

  /** The models, in the order of the files. */
  public Collection<DeviceModel> models() {
    return models.values();
  }

  private static Map<String, DeviceModel> readBuiltIn() {
    var models = new LinkedHashMap<String, DeviceModel>();
    var reader = DocumentReader.of(CatalogueFile.class);
    for (String vendor : VENDORS) {
      for (var document : documents(reader, vendor + ".yaml")) {
        document.models().forEach(entry -> models.put(entry.name(), entry.toModel()));
      }
    }
    return models;
  }

  private static List<CatalogueFile> documents(DocumentReader<CatalogueFile> reader, String file) {
    try (InputStream in = Catalogue.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + file);
      }
      return reader.documents(file, in).stream().map(document -> document.value()).toList();
    } catch (IOException broken) {
      throw new IllegalStateException("the program's file " + file + " cannot be read", broken);
    }
  }
}
