package dev.weir.files.bind;

import dev.weir.files.yaml.Place;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Where the fields of one document stand. */
final class Locations {
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final Set<String> singles = new HashSet<>();
  private final Place root;

  Locations(Place root) {
    this.root = root;
  }

  void put(String path, Place place) {
    places.putIfAbsent(path, place);
  }

  /** The only item of a list stands for the list itself: both paths mean the same place. */
  void single(String list) {
    singles.add(list);
  }

  /** The path as it was bound: without the index of an item that stands for its list. */
  String canonical(String path) {
    String bound = path;
    for (int at = bound.indexOf("[0]"); at >= 0; at = bound.indexOf("[0]", at + 1)) {
      if (singles.contains(bound.substring(0, at))) {
        bound = bound.substring(0, at) + bound.substring(at + 3);
      }
    }
    return bound;
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
