/** Connects users to integrations, and keeps their credentials valid. */
@NullMarked
package dev.guildhall.core.tool.connection;

import org.jspecify.annotations.NullMarked;
