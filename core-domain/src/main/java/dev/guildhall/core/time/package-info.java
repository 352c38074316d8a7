/** Time that a test can set. */
package dev.guildhall.core.time;
