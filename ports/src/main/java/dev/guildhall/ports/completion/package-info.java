/** Language models (models-1 to models-26). */
@NullMarked
package dev.guildhall.ports.completion;

import org.jspecify.annotations.NullMarked;
