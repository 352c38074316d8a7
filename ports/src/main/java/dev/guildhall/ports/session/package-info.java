/** Registration, sign-in, sessions and their tokens (accounts-1 to accounts-21). */
package dev.guildhall.ports.session;
