/** Models that administrators set up while the server runs. */
@NullMarked
package dev.guildhall.core.model;

import org.jspecify.annotations.NullMarked;
