/** Administration of the installation (keys-14 to keys-17). */
@NullMarked
package dev.guildhall.ports.admin;

import org.jspecify.annotations.NullMarked;
