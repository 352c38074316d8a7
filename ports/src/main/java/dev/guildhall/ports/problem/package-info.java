/**
 * All problems, as data: one sealed family in one package, with one file for each context. Every adapter maps them to
 * its own responses in one exhaustive switch.
 */
@NullMarked
package dev.guildhall.ports.problem;

import org.jspecify.annotations.NullMarked;
