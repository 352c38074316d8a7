/** Evaluation of assistants: runs all cases, and judges the answers. */
@NullMarked
package dev.guildhall.core.evaluation;

import org.jspecify.annotations.NullMarked;
