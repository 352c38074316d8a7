/** Computations of untrusted size on threads of their own. */
package dev.guildhall.integrations.compute;
