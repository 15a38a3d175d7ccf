import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme, type Theme } from "./theme.js";

/** All of uPlot's options but the size, which the styles give. */
export type PlotOptions = Omit<uPlot.Options, "width" | "height">;

interface PlotProps {
  /** What the picture shows, for those who cannot see it. */
  readonly label: string;
  readonly data: uPlot.AlignedData;
  /** A new function draws a new plot; new data alone move the one that is there. */
  readonly options: (theme: Theme) => PlotOptions;
  /** Handed the plot after each time it is made, and `null` when it is gone. */
  readonly onPlot?: (plot: uPlot | null) => void;
  readonly onChoose?: () => void;
  readonly size?: "tall" | "low";
}

/** A uPlot canvas that follows the size of its place and the colours of the page. */
export function Plot({ label, data, options, onPlot, onChoose, size = "tall" }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const drawn = useRef<{ readonly plot: uPlot; data: uPlot.AlignedData } | null>(null);
  useEffect(() => {
    if (place.current === null) return;
    const { plot, stop } = mount(place.current, options(theme), data);
    drawn.current = { plot, data };
    onPlot?.(plot);
    return () => {
      drawn.current = null;
      onPlot?.(null);
      stop();
    };
  }, [options, theme, onPlot]);
  useEffect(() => {
    if (drawn.current === null || drawn.current.data === data) return;
    drawn.current.data = data;
    drawn.current.plot.setData(data);
  }, [data]);
  return <div ref={place} class={`plot plot-${size}`} role="img" aria-label={label} onClick={onChoose} />;
}

function mount(place: HTMLElement, options: PlotOptions, data: uPlot.AlignedData) {
  const plot = new uPlot({ ...options, width: place.clientWidth, height: place.clientHeight }, data, place);
  const observer = new ResizeObserver(() => {
    if (place.clientWidth !== plot.width || place.clientHeight !== plot.height) {
      plot.setSize({ width: place.clientWidth, height: place.clientHeight });
    }
  });
  observer.observe(place);
  const stop = () => {
    observer.disconnect();
    plot.destroy();
  };
  return { plot, stop };
}
