/** Bounds on how much runs at once. */
package dev.guildhall.core.limit;
