/** Reads JSON of requests and writes that of answers. */
@NullMarked
package dev.guildhall.wire.json;

import org.jspecify.annotations.NullMarked;
