/** Evaluation of assistants: cases, and runs of all cases (section Evaluation). */
@NullMarked
package dev.guildhall.ports.evaluation;

import org.jspecify.annotations.NullMarked;
