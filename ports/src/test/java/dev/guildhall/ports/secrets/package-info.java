/** What the tests of every module know of secrets that must not get out, above all not into a log. */
package dev.guildhall.ports.secrets;
