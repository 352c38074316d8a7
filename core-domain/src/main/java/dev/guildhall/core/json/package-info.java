/** JSON as plain JDK values, without a library. */
@NullMarked
package dev.guildhall.core.json;

import org.jspecify.annotations.NullMarked;
