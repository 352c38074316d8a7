/**
 * The vocabulary and the interfaces of Guildhall: values, problems, driving ports (which users of the domain call) and
 * driven ports (what the domain needs from outside). JDK only. Ports may refuse a malformed value; only the core may
 * refuse a well-formed request.
 *
 * <p>Public types of all modules are safe for several threads unless they say otherwise.
 */
@NullMarked
package dev.guildhall.ports;

import org.jspecify.annotations.NullMarked;
