/** The stores of all contexts, which an adapter implements and the core uses. */
@NullMarked
package dev.guildhall.ports.storage;

import org.jspecify.annotations.NullMarked;
