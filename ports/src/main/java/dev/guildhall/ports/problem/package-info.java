/**
 * Everything that can be refused, as data. One sealed family in one package; a file a context. Every service maps it to
 * its own answers in one exhaustive switch.
 */
package dev.guildhall.ports.problem;
