/** Endpoints of the integrations that users add while the server runs. */
@NullMarked
package dev.guildhall.integrations.added;

import org.jspecify.annotations.NullMarked;
