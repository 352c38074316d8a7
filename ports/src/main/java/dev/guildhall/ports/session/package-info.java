/** Registration, sign-in, sessions and their tokens (accounts-1 to accounts-21). */
@NullMarked
package dev.guildhall.ports.session;

import org.jspecify.annotations.NullMarked;
