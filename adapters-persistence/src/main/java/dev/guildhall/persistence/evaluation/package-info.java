/** Cases of assistants and evaluations in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.evaluation;

import org.jspecify.annotations.NullMarked;
