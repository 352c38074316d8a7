/**
 * All problems, as data: one sealed family in one package, with one file for each context. Every adapter maps them to
 * its own responses in one exhaustive switch.
 */
package dev.guildhall.ports.problem;
