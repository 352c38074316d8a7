/** Finds secrets in texts that must not contain any, above all in logs; for the tests of all modules. */
package dev.guildhall.wire.secrets;
