/** The driven ports of a core that a program replaces by its own, and does not name. */
@NullMarked
package dev.guildhall.core.inmemory.defaults;

import org.jspecify.annotations.NullMarked;
