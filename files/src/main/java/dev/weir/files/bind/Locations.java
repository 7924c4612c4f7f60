package dev.weir.files.bind;

import dev.weir.files.yaml.Place;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the fields of one document stand. */
final class Locations {
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final Place root;

  Locations(Place root) {
    this.root = root;
  }

  void put(String path, Place place) {
    places.putIfAbsent(path, place);
  }

  /** The place of the field, or of the nearest field around it that is written in the document. */
  Place of(String path) {
    String known = path;
    while (!known.isEmpty()) {
      Place place = places.get(known);
      if (place != null) {
        return place;
      }
      known = parent(known);
    }
    return root;
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
  }

  static String child(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  static String item(String path, int index) {
    return path + "[" + index + "]";
  }

  /** The path of a key that people chose; one that looks like no field name stands in brackets. */
  static String key(String path, String key) {
    boolean plain = key.matches("[A-Za-z_][A-Za-z0-9_-]*");
    return plain ? child(path, key) : path + "[\"" + key + "\"]";
  }
}
