/** The configuration: defaults, then the file, then the environment; anything unknown or bad is refused (contract 0). */
package dev.guildhall.app.config;
