/** Time that a test can control. */
package dev.guildhall.core.time;
