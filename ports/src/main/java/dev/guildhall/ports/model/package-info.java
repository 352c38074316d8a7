/** Models that administrators set up while the server runs (models-32 to models-37). */
@NullMarked
package dev.guildhall.ports.model;

import org.jspecify.annotations.NullMarked;
