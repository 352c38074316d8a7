/** Settings of the installation that an admin changes while it runs. */
@NullMarked
package dev.guildhall.ports.settings;

import org.jspecify.annotations.NullMarked;
