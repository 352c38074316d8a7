/** Groups and their members (accounts-31 to accounts-35). */
@NullMarked
package dev.guildhall.ports.group;

import org.jspecify.annotations.NullMarked;
