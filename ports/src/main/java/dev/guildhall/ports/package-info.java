/**
 * The nouns and the sockets of Guildhall: values, problems, driving ports (what a user of the domain calls) and driven
 * ports (what the domain needs from outside). JDK only. Ports may reject a malformed value; only the core may refuse a
 * well-formed request.
 */
package dev.guildhall.ports;
