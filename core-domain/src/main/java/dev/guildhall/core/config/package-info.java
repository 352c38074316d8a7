/** The limits of a core, and its other settings: prices, fallbacks and routes of models. */
@NullMarked
package dev.guildhall.core.config;

import org.jspecify.annotations.NullMarked;
