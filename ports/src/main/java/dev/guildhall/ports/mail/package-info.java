/** Mail to users: what waits to be sent, and the server that takes it. */
@NullMarked
package dev.guildhall.ports.mail;

import org.jspecify.annotations.NullMarked;
