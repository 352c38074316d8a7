/** The profiles of an account (accounts-30). */
@NullMarked
package dev.guildhall.ports.profile;

import org.jspecify.annotations.NullMarked;
