/** A core whose time and work a test drives, a clock that stands still, and samples of the records. */
@NullMarked
package dev.guildhall.testkit;

import org.jspecify.annotations.NullMarked;
