/** Registration, sign-in, sessions and their tokens (spec/1, contract 1). */
package dev.guildhall.ports.session;
