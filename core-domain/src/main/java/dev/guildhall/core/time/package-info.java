/** Time that a test can control. */
@NullMarked
package dev.guildhall.core.time;

import org.jspecify.annotations.NullMarked;
