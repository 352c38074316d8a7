package dev.guildhall.ports.task;

import java.time.Instant;
import java.util.Optional;

/**
 * A node that has a lease.
 *
 * @param id its identifier
 * @param heardAt its last heartbeat
 * @param description absent when the node has not given it, as nodes of older versions do not
 * @param tasksRunning how many tasks it carries out
 */
public record NodeDetails(NodeId id, Instant heardAt, Optional<NodeDescription> description, int tasksRunning) {}
