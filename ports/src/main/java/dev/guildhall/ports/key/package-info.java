/** The keys that sign access tokens (accounts-14). */
@NullMarked
package dev.guildhall.ports.key;

import org.jspecify.annotations.NullMarked;
