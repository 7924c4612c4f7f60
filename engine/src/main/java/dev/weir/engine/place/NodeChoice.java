package dev.weir.engine.place;

import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;

/** The best node found for one task, and its devices. */
record NodeChoice(Node node, DeviceBooking devices, double score) {}
